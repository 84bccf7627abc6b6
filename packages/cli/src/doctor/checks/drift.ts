import { parse } from 'robots-exclusion';
import { counted } from '../../output/counted.ts';
import { type Drift, driftOf, withoutManagedBlock } from '../../sources/drift.ts';
import { type DoctorCheck, fails, holds, notLookedAt, withoutFile } from '../check.ts';

/** Limit on the lines shown for each kind of difference. */
const MOST_SHOWN = 8;

/** Runs only if the owner supplies the file that should be served. */
export const drift: DoctorCheck = {
  code: 'drift',
  title: 'The served file is the intended one',
  problem: 'The served file is not the intended one',
  why: 'CDNs, plugins and forgotten caches can serve a different file from the one in the repository, and crawlers obey what is served.',
  run(visit) {
    const { options, robots } = visit;
    const { intended } = options;
    if (!intended) return notLookedAt('use --intended FILE');
    const absent = withoutFile(visit);
    if (absent) return absent;
    if (Buffer.compare(intended.body, robots.body) === 0)
      return holds(`Identical to ${intended.name}, octet by octet`);
    const managed = withoutManagedBlock(robots.body);
    const found = driftOf(parse(intended.body), parse(robots.body));
    if (managed && !isDrift(driftOf(parse(intended.body), parse(managed.rest)))) {
      const lines = counted(managed.lines, 'line');
      const fix =
        'To remove it, turn off the managed robots.txt in the Cloudflare dashboard; to keep it, add the block to the intended file';
      return fails(
        'error',
        `Cloudflare has put a managed block of ${lines} before the file`,
        fix,
        shown(found),
      );
    }
    if (!isDrift(found)) {
      const fix = 'Serve the intended file unmodified, so that a comparison detects changes';
      return fails('warning', 'Only comments, white space, line endings or the order of lines differ', fix);
    }
    const seen = `${counted(found.added.length, 'record')} added, ${found.removed.length} removed`;
    const fix = 'Find out what changes the file: a CDN, a plugin, the build, or a cache that was not purged';
    return fails('error', seen, fix, shown(found));
  },
};

function isDrift({ added, removed, isReordered }: Drift): boolean {
  return added.length > 0 || removed.length > 0 || isReordered;
}

function shown({ added, removed, isReordered }: Drift): string[] {
  const lines = (sign: string, records: Drift['added']): string[] => [
    ...records.slice(0, MOST_SHOWN).map(({ line, text }) => `${sign} line ${line}: ${text}`),
    ...(records.length > MOST_SHOWN ? [`and ${records.length - MOST_SHOWN} more ${sign}`] : []),
  ];
  const moved = isReordered ? ['Records are under different user-agent lines than intended'] : [];
  return [...lines('added', added), ...lines('removed', removed), ...moved];
}
