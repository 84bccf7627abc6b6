/** The table of a simulated fleet, for docs/fleet.md. */
const daySeconds = 86_400;
/** Assumed capacity of a shard: a third of what one Redis process handled in `npm run bench:store`. */
const shardCommands = 20_000;
const shardGigabytes = 50;
/** Ratio of a day's peak load to its mean load. */
const peak = 3;
/** Octets per record besides the file: evidence, key and Redis' overhead, as measured by `npm run bench:store`. */
const recordOverhead = 900;

export function report({ sites, workers }, classes) {
  console.log(`${format(sites)} sites, ${format(workers)} workers; second day of two\n`);
  console.log(
    '| Sites | Visits a day | Simulated | Checks a site | Requests a site | Most of one site | Closest two | Commands a site | Octets a site | Hottest key, commands/s | Wrong |',
  );
  console.log('|---|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|');
  for (const each of classes) {
    const cells = [
      `${each.name}, ${format(each.sites)}`,
      each.visits,
      each.sampled,
      each.checks.toFixed(1),
      `${each.requests.toFixed(2)} ± ${each.requestsError.toFixed(2)}`,
      each.mostRequests,
      `${Math.round(each.closest / 1000)} s`,
      sum(each.commands).toFixed(1),
      Math.round(each.octets),
      each.hottest,
      each.wrong,
    ];
    console.log(`| ${cells.join(' | ')} |`);
    if (each.failed > 0) console.log(`\n${each.failed} visits failed: ${each.failure?.stack}\n`);
  }
  const total = (of) => classes.reduce((all, each) => all + of(each) * each.sites, 0);
  const commands = total(({ commands: each }) => sum(each)) / daySeconds;
  const gigabytes = total(({ recordOctets }) => recordOctets + recordOverhead) / 1e9;
  console.log(`\nChecks a second: ${format(total(({ checks }) => checks) / daySeconds)}`);
  console.log(`Requests to origins a second: ${format(total(({ requests }) => requests) / daySeconds)}`);
  console.log(`Requests per site and day: ${(total(({ requests }) => requests) / sites).toFixed(2)}`);
  console.log(`First day, requests per site: ${(total(({ firstDay }) => firstDay) / sites).toFixed(2)}`);
  console.log(`Store commands a second: ${format(commands)} in the mean`);
  for (const name of new Set(classes.flatMap((each) => Object.keys(each.commands))))
    console.log(`  ${name}: ${format(total(({ commands: each }) => each[name] ?? 0) / daySeconds)}`);
  console.log(`Octets to and from the store a second: ${format(total(({ octets }) => octets) / daySeconds)}`);
  console.log(`Memory of the store: ${format(gigabytes)} GB`);
  const shards = Math.max((commands * peak) / shardCommands, gigabytes / shardGigabytes);
  console.log(
    `Shards: ${Math.ceil(shards)} (${shardCommands} commands/s at ${peak} times the mean, ${shardGigabytes} GB each)`,
  );
}

function sum(counts) {
  return Object.values(counts).reduce((all, each) => all + each, 0);
}

function format(number) {
  return number >= 100 ? Math.round(number).toLocaleString('en') : number.toFixed(1);
}
