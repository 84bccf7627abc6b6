/** Runs one of several steps, and prints whether it succeeded and how long it took. */
export async function succeeds(name, run) {
  const started = performance.now();
  const isGood = await run();
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  console.log(`${isGood ? 'ok  ' : 'FAIL'} ${name} (${seconds} s)`);
  return isGood;
}
