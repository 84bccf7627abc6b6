/** Which requests of a browser are asked about, by the code of the JavaScript guard. Python drives the browser. */
import { FREE_SESSIONS } from '../../client/src/browser/linked-downloads.ts';
import {
  downloadPatterns,
  isAnswered,
  isLinkedDownload,
  patterns,
  treatmentOf,
} from '../../client/src/browser/paused-request.ts';
import {
  LIMIT_MS,
  openWays,
  SET_PREDICTION,
  SETTINGS_PAGE,
} from '../../client/src/browser/prepare-browser.ts';

/** What the guard needs to begin. */
export function browserJson(): string {
  return JSON.stringify({
    patterns,
    downloadPatterns,
    FREE_SESSIONS,
    LIMIT_MS,
    SETTINGS_PAGE,
    SET_PREDICTION,
  });
}

export function pausedJson(pausedJson: string): string {
  const paused = JSON.parse(pausedJson);
  const treatment = isAnswered(paused) ? 'answered' : treatmentOf(paused, 'block');
  return JSON.stringify({ treatment, isDownload: isLinkedDownload(paused) });
}

export function openWaysJson(preparedJson: string): string {
  return JSON.stringify(openWays(JSON.parse(preparedJson)));
}
