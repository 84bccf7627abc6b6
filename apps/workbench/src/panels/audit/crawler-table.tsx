/** Crawlers of a log, filtered by text and by whether they obeyed the file. */

import type { CrawlerReport } from '@robots-exclusion/audit';
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { type Column, Table } from '../../parts/table.tsx';

const MAX_ROWS = 100;

const columns: readonly Column[] = [
  'Crawler',
  ...['Requests', 'Violations', 'No robots.txt request', 'robots.txt fetches'].map((title) => ({
    title,
    isNumber: true,
  })),
  'Identity',
];

export function CrawlerTable({ crawlers }: { crawlers: readonly CrawlerReport[] }): JSX.Element {
  const [text, setText] = useState('');
  const [isAgainstOnly, setAgainstOnly] = useState(false);
  if (crawlers.length === 0) return <p>No request names a crawler.</p>;
  const rows = crawlers.filter((row) => (!isAgainstOnly || againstOf(row) > 0) && holds(row, text));
  return (
    <section aria-label="Crawlers in the log">
      <h3>Crawlers</h3>
      <div class="toolbar">
        <label class="field grow">
          <span class="label">Filter</span>
          <input
            type="search"
            placeholder="name, operator or identity"
            value={text}
            onInput={({ currentTarget }) => setText(currentTarget.value)}
          />
        </label>
        <label class="field">
          <input
            type="checkbox"
            checked={isAgainstOnly}
            onChange={({ currentTarget }) => setAgainstOnly(currentTarget.checked)}
          />
          only crawlers that did not obey the file
        </label>
      </div>
      <Table label="Crawlers in the log" columns={columns}>
        {rows.slice(0, MAX_ROWS).map((row) => (
          <CrawlerRow key={row.token} row={row} />
        ))}
      </Table>
      <p class="note" role="status">
        {rows.length} of {crawlers.length} crawlers
        {rows.length > MAX_ROWS && `; the first ${MAX_ROWS} are shown`}
      </p>
    </section>
  );
}

function CrawlerRow({ row }: { row: CrawlerReport }): JSX.Element {
  const { token, operator, requests, violations, classes, robotsFetches, identity } = row;
  const neverAsked = classes['never-asked'] ?? 0;
  return (
    <tr>
      <th scope="row">
        {token}
        {operator !== undefined && <span class="note"> · {operator}</span>}
      </th>
      <td class="number">{requests.toLocaleString('en')}</td>
      <td class={violations > 0 ? 'number problem' : 'number'}>{violations.toLocaleString('en')}</td>
      <td class={neverAsked > 0 ? 'number problem' : 'number'}>{neverAsked.toLocaleString('en')}</td>
      <td class="number">{robotsFetches.toLocaleString('en')}</td>
      <td class="note">
        {Object.entries(identity)
          .map(([grade, count]) => `${count.toLocaleString('en')} ${grade}`)
          .join(', ')}
      </td>
    </tr>
  );
}

function againstOf({ classes }: CrawlerReport): number {
  return (classes.violation ?? 0) + (classes['never-asked'] ?? 0);
}

function holds({ token, operator = '', identity }: CrawlerReport, text: string): boolean {
  const words = `${token} ${operator} ${Object.keys(identity).join(' ')}`.toLowerCase();
  return text
    .toLowerCase()
    .split(/\s+/)
    .every((word) => words.includes(word));
}
