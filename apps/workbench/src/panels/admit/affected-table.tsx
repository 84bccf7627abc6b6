/** Shows how many of the listed URLs each affected crawler may fetch before and after a change. */

import type { JSX } from 'preact';
import { countOf } from '../../engine/words.ts';
import { Table } from '../../parts/table.tsx';
import { obedienceText, purposeTitle } from '../../state/purposes.ts';
import type { AffectedCrawler } from './job.ts';

export interface AffectedTableProps {
  readonly affected: readonly AffectedCrawler[];
  readonly asked: number;
  onTick(token: string, isTicked: boolean): void;
}

export function AffectedTable({ affected, asked, onTick }: AffectedTableProps): JSX.Element {
  if (affected.length === 0) return <p>No known crawler.</p>;
  return (
    <Table
      label="Crawlers, before and after"
      class="cards"
      columns={['Crawler', 'Purpose', 'May fetch now', 'After the change', 'Note']}
    >
      {affected.map((one) => (
        <Row key={one.crawler.token} one={one} asked={asked} onTick={onTick} />
      ))}
    </Table>
  );
}

interface RowProps extends Omit<AffectedTableProps, 'affected'> {
  readonly one: AffectedCrawler;
}

function Row({ one, asked, onTick }: RowProps): JSX.Element {
  const { crawler, before, after, isChoice, isNamed } = one;
  return (
    <tr class={before === after ? '' : 'is-differing'}>
      <th scope="row">
        {isChoice ? (
          <label>
            <input
              type="checkbox"
              checked={isNamed}
              onChange={({ currentTarget }) => onTick(crawler.token, currentTarget.checked)}
            />{' '}
            <bdi>{crawler.token}</bdi>
          </label>
        ) : (
          <bdi>{crawler.token}</bdi>
        )}{' '}
        <span class="note">{crawler.operator}</span>
      </th>
      <td>{crawler.purposes.map(purposeTitle).join(', ')}</td>
      <td>
        <Share name="Now" allowed={before} of={asked} />
      </td>
      <td>
        <Share name="After the change" allowed={after} of={asked} />
      </td>
      <td>{noteOn(one)}</td>
    </tr>
  );
}

function Share({ name, allowed, of }: { name: string; allowed: number; of: number }): JSX.Element {
  return (
    <span class="share-of">
      <span class="card-label">{name}: </span>
      {of === 1 ? (allowed === 1 ? 'everything' : 'nothing') : `${allowed} of ${countOf(of, 'URL')}`}
      <meter class="sr-only" aria-label={name} min={0} max={of} value={allowed} />
    </span>
  );
}

function noteOn({ crawler, isNamed, isChoice }: AffectedCrawler): string {
  const { obeys, fetches } = crawler;
  if (isChoice && !isNamed) return 'not named: the other groups of the file apply';
  if (!isNamed) return 'follows the group of another crawler from the same operator';
  if (!fetches) return 'fetches nothing itself; its token governs this use';
  return obeys === 'yes' ? '' : obedienceText(crawler);
}
