/** All recorded crawlers. Bundles contain them as JSON, which loads in a quarter of the time. */
import type { RecordedAgent } from '../define-agents.ts';
import { advertisingAndMonitoring } from './advertising-and-monitoring.ts';
import { aiLabs } from './ai-labs.ts';
import { archivesAndCorpora } from './archives-and-corpora.ts';
import { google } from './google.ts';
import { hearsay } from './hearsay.ts';
import { microsoft } from './microsoft.ts';
import { platforms } from './platforms.ts';
import { previewsAndFeeds } from './previews-and-feeds.ts';
import { researchSecurityTools } from './research-security-tools.ts';
import { searchEngines } from './search-engines.ts';
import { seo } from './seo.ts';
import { yandex } from './yandex.ts';

/** Every crawler, in no particular order. */
export function recordedAgents(): readonly RecordedAgent[] {
  return [
    ...google,
    ...microsoft,
    ...yandex,
    ...platforms,
    ...aiLabs,
    ...searchEngines,
    ...archivesAndCorpora,
    ...seo,
    ...previewsAndFeeds,
    ...advertisingAndMonitoring,
    ...researchSecurityTools,
    ...hearsay,
  ];
}
