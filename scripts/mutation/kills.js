/**
 * A table of what each test file kills: the mutants that it covers, that it kills, and that no other file kills. A file
 * that kills none alone is a candidate for a rarer ring, or for removal.
 */
export function killTable(mutants) {
  const rows = new Map();
  const count = (file, column) => {
    const row = rows.get(file) ?? { covers: 0, kills: 0, alone: 0 };
    row[column]++;
    rows.set(file, row);
  };
  for (const { coveredBy = [], killedBy = [] } of mutants) {
    for (const file of filesOf(coveredBy)) count(file, 'covers');
    const killers = filesOf(killedBy);
    for (const file of killers) count(file, 'kills');
    if (killers.length === 1) count(killers[0], 'alone');
  }
  const lines = [...rows]
    .sort(([, a], [, b]) => a.alone - b.alone || a.kills - b.kills)
    .map(([file, { covers, kills, alone }]) => `| ${file} | ${covers} | ${kills} | ${alone} |`);
  return ['| Test file | Covers | Kills | Kills alone |', '|---|---|---|---|', ...lines].join('\n');
}

/** Stryker's runner for Vitest names a test by its file, `#`, and its title. */
function filesOf(tests) {
  return [...new Set(tests.map((test) => test.split('#', 1)[0]))];
}
