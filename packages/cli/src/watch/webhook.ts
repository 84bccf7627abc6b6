/** Sends events in the receiver's format, signed as Standard Webhooks (standardwebhooks.com) specifies. */
import { createHmac } from 'node:crypto';
import { parseUrl } from '@robots-exclusion/client/url';
import { printableJson } from 'robots-exclusion/print';
import { CommandError } from '../command-error.ts';
import { shown } from '../output/shown.ts';
import { eventText, type WatchDiff, type WatchEvent } from './watch-event.ts';

export const webhookShapes = ['event', 'slack', 'email'] as const;

export interface Webhook {
  readonly url: string;
  /** The signing secret: `whsec_` and base64, or any other text. */
  readonly secret?: string | undefined;
  /** @default 'event' */
  readonly shape?: (typeof webhookShapes)[number] | undefined;
}

const TIMEOUT_MS = 10_000;

/** @throws {CommandError} If `url` is not an HTTP URL. */
export function webhookAt(url: string | undefined, options: Omit<Webhook, 'url'> = {}): Webhook | undefined {
  if (url === undefined) return undefined;
  if (/^https?:$/.test(parseUrl(url)?.protocol ?? '')) return { url, ...options };
  throw new CommandError(`Cannot use --webhook ${JSON.stringify(url)}: expected an http or https URL`);
}

/** Creates a function that sends an event, and rejects if the receiver does not accept it. */
export function sender(
  { url, secret, shape = 'event' }: Webhook,
  signal: AbortSignal,
): (event: WatchEvent) => Promise<void> {
  return async (event) => {
    const body = webhookBody(event, shape);
    const seconds = Math.floor(Date.now() / 1000);
    const { httpTransport } = await import('../network/open-client.ts');
    const response = await httpTransport().send({
      url,
      headers: {
        'content-type': 'application/json',
        'webhook-id': event.id,
        'webhook-timestamp': String(seconds),
        ...(secret !== undefined && { 'webhook-signature': signatureOf(secret, event.id, seconds, body) }),
      },
      body,
      signal: AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]),
      maxBytes: 0,
      addressPolicy: { allow: 'any' },
    });
    if (!(response.body instanceof Uint8Array)) await response.body[Symbol.asyncIterator]().return?.();
    const { status } = response;
    if (status < 200 || status > 299) throw new Error(`it returned status ${status}`);
  };
}

export function webhookBody(event: WatchEvent, shape: (typeof webhookShapes)[number]): string {
  return printableJson(SHAPES[shape](event));
}

function signatureOf(secret: string, id: string, seconds: number, body: string): string {
  const encoded = /^whsec_([A-Za-z0-9+/]+={0,2})$/.exec(secret)?.[1];
  const key = encoded === undefined ? Buffer.from(secret) : Buffer.from(encoded, 'base64');
  return `v1,${createHmac('sha256', key).update(`${id}.${seconds}.${body}`).digest('base64')}`;
}

const SHAPES: Readonly<Record<(typeof webhookShapes)[number], (event: WatchEvent) => object>> = {
  event: (event) => event,
  slack: slackMessage,
  email: emailMessage,
};

/** The format of Slack's incoming webhooks, which Mattermost and Rocket.Chat also accept. */
function slackMessage(event: WatchEvent): object {
  const text = slackEscaped(shown(eventText(event)));
  const { robotsUrl = `${event.origin}/robots.txt`, at } = event;
  const context = `${at} · <${slackEscaped(shown(robotsUrl))}|robots.txt>`;
  return {
    text,
    blocks: [
      { type: 'section', text: { type: 'mrkdwn', text: text.slice(0, 3000) } },
      { type: 'context', elements: [{ type: 'mrkdwn', text: context.slice(0, 3000) }] },
    ],
  };
}

/** Escapes the three characters that Slack reads as markup. */
function slackEscaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

/** Subject and text, in a form that e-mail services accept. */
function emailMessage(event: WatchEvent): object {
  const { origin, robotsUrl = `${origin}/robots.txt`, at, version, file, diff } = event;
  const changes = (title: string, list: WatchDiff['letIn']) =>
    list.length === 0
      ? []
      : [
          '',
          title,
          ...list.map(({ crawlers, patterns, patternsOmitted = 0 }) => {
            const more = patternsOmitted > 0 ? ` and ${patternsOmitted} more` : '';
            return `  ${crawlers.join(', ')}: ${patterns.join(', ')}${more}`;
          }),
        ];
  const lines = [
    eventText(event),
    '',
    `Site: ${origin}`,
    `File: ${robotsUrl}`,
    `Time: ${at}`,
    ...(version === undefined ? [] : [`Version: ${version} (${file})`]),
    ...changes('Crawlers that may fetch pages that they could not before:', diff?.letIn ?? []),
    ...changes('Crawlers that may no longer fetch pages that they could before:', diff?.shutOut ?? []),
  ];
  const subject = `robots.txt of ${new URL(origin).host}: ${SUBJECTS[event.event]}`;
  return { subject, text: lines.map((line) => `${shown(line)}\n`).join('') };
}

const SUBJECTS: Readonly<Record<WatchEvent['event'], string>> = {
  first: 'now being watched',
  changed: 'changed',
  alternating: 'alternating responses',
  unreachable: 'cannot be fetched',
  'not-robots-txt': 'the response is not a robots.txt',
  recovered: 'available again',
};
