/**
 * Tests the Apache Spark job on this machine, and on a master with two workers, one of which is killed during the job.
 */
import { existsSync, mkdtempSync, readFileSync } from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildOnce } from '@robots-exclusion/testkit';
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { byDuckDb, robotsOutput, type SampleFiles, writeSample } from '../../sql/test/equality.ts';
import { libraryColumns, sampleQuestions } from '../../sql/test/sample.ts';
import { needsSpark, pythonWith } from './python.ts';
import { singleFile, sparkOf, startCluster, startGate, submit } from './spark.ts';

/** Time for starting Java several times on a busy machine. */
const TIMEOUT_MS = 600_000;
const COUNT = 200_000;

const python = pythonWith('pyspark', 'pyarrow', 'pandas');

describe('Apache Spark', { ...needsSpark(python), timeout: TIMEOUT_MS }, () => {
  let files: SampleFiles;
  let questions = '';
  let expected = '';

  beforeAll(async () => {
    await buildOnce();
    const sample = sampleQuestions(COUNT);
    expected = libraryColumns(sample);
    files = writeSample(mkdtempSync(join(tmpdir(), 'robots-spark-')), sample);
    await byDuckDb(files);
    questions = join(files.folder, 'questions.parquet');
  }, TIMEOUT_MS);

  /** Reads the columns of the sample from the folder that a job wrote. */
  async function columnsOf(folder: string): Promise<string> {
    const csv = `${folder}.csv`;
    await robotsOutput([
      'sql',
      `COPY (SELECT id, allow, line FROM '${folder}/*.parquet' ORDER BY id) TO '${csv}' (HEADER false, DELIMITER '\t')`,
    ]);
    return readFileSync(csv, 'utf8');
  }

  it(`answers ${COUNT} questions on this machine as the library does, by the file that it ships`, async () => {
    const output = join(files.folder, 'local');
    const job = submit(sparkOf(python as string), 'local[2]', 'job.py', [
      questions,
      output,
      '--questions',
      '--partitions',
      '4',
    ]);
    onTestFinished(() => job.kill());
    const { code, output: said } = await job.ended();
    expect(code, said.slice(-3000)).toBe(0);
    expect((await columnsOf(output)) === expected).toBe(true);
  });

  it('loses and doubles nothing where a worker is killed, and names the host that has no Node', async () => {
    const spark = sparkOf(python as string);
    const gate = await startGate();
    onTestFinished(() => gate.close());
    const cluster = await startCluster(spark, files.folder, 2);
    onTestFinished(() => cluster.stop());
    const output = join(files.folder, 'cluster');
    const gated = fileURLToPath(new URL('gated-batch.js', import.meta.url));
    const job = submit(
      spark,
      cluster.master,
      'job.py',
      [questions, output, '--questions', '--partitions', '8', '--command', `${process.execPath} ${gated}`],
      ['--conf', `spark.executorEnv.ROBOTS_GATE=${gate.port}`],
    );
    onTestFinished(() => job.kill());
    await Promise.race([
      gate.waiting(['/worker-1/', '/worker-2/']),
      job.ended().then(({ output: said }) => Promise.reject(new Error(said))),
    ]);
    cluster.workers[1]?.kill();
    gate.open();
    const { code, output: said } = await job.ended();
    expect(code, said.slice(-3000)).toBe(0);
    expect(said).toMatch(/Lost executor|ExecutorLostFailure|lost worker/i);
    expect((await columnsOf(output)) === expected).toBe(true);

    const without = submit(spark, cluster.master, 'job.py', [
      ...[questions, join(files.folder, 'none'), '--questions', '--partitions', '1'],
      ...['--command', '/nowhere/node robots-batch.mjs'],
    ]);
    onTestFinished(() => without.kill());
    const failed = await without.ended();
    expect(failed.code).not.toBe(0);
    expect(failed.output).toContain(
      `Host ${hostname()}: cannot start '/nowhere/node': No such file or directory. Install Node.js 20.19`,
    );
    expect(existsSync(join(files.folder, 'none/_SUCCESS'))).toBe(false);
  });

  it('answers by RDD.pipe, too', async () => {
    const output = join(files.folder, 'piped');
    const job = submit(sparkOf(python as string), 'local[2]', 'test/rdd_pipe.py', [
      files.tsv,
      output,
      `${process.execPath} ${singleFile} --format tsv`,
    ]);
    onTestFinished(() => job.kill());
    const { code, output: said } = await job.ended();
    expect(code, said.slice(-3000)).toBe(0);
    const csv = join(files.folder, 'piped.csv');
    await robotsOutput([
      'sql',
      `COPY (SELECT a::BIGINT AS id, CASE b WHEN 'error' THEN NULL ELSE b END AS allow, d AS line FROM read_csv('${output}/part-*', delim = '\t', header = false, columns = {a: 'VARCHAR', b: 'VARCHAR', c: 'VARCHAR', d: 'VARCHAR'}) ORDER BY id) TO '${csv}' (HEADER false, DELIMITER '\t')`,
    ]);
    expect(readFileSync(csv, 'utf8') === expected).toBe(true);
  });
});
