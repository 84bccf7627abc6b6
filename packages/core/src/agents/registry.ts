/** The registry of known crawlers. Profiles are made, and patterns sorted, when they are first asked for. */

import type { AgentProfile } from './agent-profile.ts';
import { advertisingAndMonitoring } from './data/advertising-and-monitoring.ts';
import { aiLabs } from './data/ai-labs.ts';
import { archivesAndCorpora } from './data/archives-and-corpora.ts';
import { google } from './data/google.ts';
import { hearsay } from './data/hearsay.ts';
import { microsoft } from './data/microsoft.ts';
import { platforms } from './data/platforms.ts';
import { previewsAndFeeds } from './data/previews-and-feeds.ts';
import { researchSecurityTools } from './data/research-security-tools.ts';
import { searchEngines } from './data/search-engines.ts';
import { seo } from './data/seo.ts';
import { yandex } from './data/yandex.ts';
import type { RecordedAgent } from './define-agents.ts';
import { type AgentIndex, longestFirst, sortedByToken } from './find-agent.ts';

let index: AgentIndex | undefined;

/** The index of every crawler in `data/`. */
export function knownAgents(): AgentIndex {
  index ??= new KnownAgents();
  return index;
}

class KnownAgents implements AgentIndex {
  readonly #recorded = sortedByToken(recorded());
  readonly #byToken = new Map(this.#recorded.map((agent) => [agent.token.toLowerCase(), agent]));
  readonly byToken: AgentIndex['byToken'] = {
    get: (token) => this.#byToken.get(token)?.profile,
    has: (token) => this.#byToken.has(token),
  };
  #agents: readonly AgentProfile[] | undefined;
  #patterns: AgentIndex['patterns'] | undefined;

  get agents(): readonly AgentProfile[] {
    this.#agents ??= Object.freeze(this.#recorded.map(({ profile }) => profile));
    return this.#agents;
  }

  get tokens(): readonly string[] {
    return this.#recorded.map(({ token }) => token);
  }

  get patterns(): AgentIndex['patterns'] {
    this.#patterns ??= longestFirst(this.#recorded);
    return this.#patterns;
  }
}

function recorded(): readonly RecordedAgent[] {
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
