/** Answers the questions in a file with SQLite: node sqlite-columns.js questions.ndjson */
import { readFileSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { sqlFunctions } from 'robots-exclusion/sql';

const database = new DatabaseSync(':memory:');
for (const [name, answer] of Object.entries(sqlFunctions())) {
  database.function(name, { deterministic: true, varargs: true }, (...values) => {
    const value = answer(...values);
    return typeof value === 'boolean' ? Number(value) : value;
  });
}
database.exec('CREATE TABLE questions (id INTEGER, robots TEXT, agent TEXT, url TEXT); BEGIN');
const insert = database.prepare('INSERT INTO questions VALUES (?, ?, ?, ?)');
for (const line of readFileSync(process.argv[2], 'utf8').trimEnd().split('\n')) {
  const { id, robots, agent, url } = JSON.parse(line);
  insert.run(id, robots, agent, url);
}
const query = database.prepare(
  'SELECT id, robots_allowed(robots, agent, url) AS allow, robots_line(robots, agent, url) AS line FROM questions ORDER BY id',
);
let output = '';
for (const { id, allow, line } of query.iterate()) {
  output += `${id}\t${allow === null ? '' : allow === 1}\t${line ?? ''}\n`;
}
process.stdout.write(output);
