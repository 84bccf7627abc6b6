export { buildOnce } from './build-once.ts';
export { type CommandRun, type CommandRunOptions, commandEnv, runCommand } from './command/run-command.ts';
export { type CorpusFile, corpusFolder, readCorpus, readCorpusUrls, sampleCorpus } from './corpus.ts';
export { arbitrarySheet, inEachDialect } from './doors/arbitrary-sheets.ts';
export { type DialectCorner, dialectCorners } from './doors/dialect-corners.ts';
export {
  askDoors,
  type Contradiction,
  type Door,
  type DoorAnswer,
  type DoorSheet,
  type DoorsReport,
} from './doors/door.ts';
export { anyText, anyUrl } from './generate/any-text.ts';
export { arbitraryAuthored } from './generate/arbitrary-authored.ts';
export {
  arbitraryBody,
  arbitraryQuestion,
  arbitraryTarget,
  arbitraryTokens,
  type Question,
} from './generate/arbitrary-robots.ts';
export { arbitraryStatedSite, type StatedSite } from './generate/arbitrary-statements.ts';
export { arbitraryTurning } from './generate/arbitrary-turning.ts';
export { arbitraryMutation } from './generate/mutate.ts';
export { type HeldTimers, holdTimers } from './held-timers.ts';
export { isOnPath, mayMount, type Needs, needs, needsCorpus, needsRedis } from './needs.ts';
export { type SlowUse, slowUses } from './oracle/deciding-oracle.ts';
export { type BadFix, badFixOf } from './oracle/fix-oracle.ts';
export { type SlowVerdict, slowVerdict, slowVerdicts } from './oracle/slow-oracle.ts';
export { otherTestCertificate, type TestCertificate, testCertificate } from './origin/certificate.ts';
export { type FtpOrigin, type FtpScript, startFtpOrigin } from './origin/ftp-origin.ts';
export {
  type GeminiAnswer,
  type GeminiOrigin,
  type GeminiScript,
  startGeminiOrigin,
} from './origin/gemini-origin.ts';
export { readText, sendHop, untilLetGo } from './origin/hop.ts';
export {
  type HttpAnswer,
  type HttpOrigin,
  type HttpScript,
  type RecordedRequest,
  startHttpOrigin,
} from './origin/http-origin.ts';
export { type LoopbackServer, listenOnLoopback } from './origin/loopback.ts';
export { drip, type HttpMisbehaviour, httpMisbehaviours, pour } from './origin/misbehaviour.ts';
export { type Behaviour, type RawConnection, type RawOrigin, startRawOrigin } from './origin/raw-origin.ts';
export { createStage, type Stage } from './origin/stage.ts';
export { isWholeRun, runs } from './runs.ts';
export { type RedisCluster, startRedisCluster } from './store/redis-cluster.ts';
export { freePort, type RedisServer, startRedisServer } from './store/redis-server.ts';
export type { OpenedStore, StoreCase } from './store/store-case.ts';
export { type ContractCase, type StoreContractOptions, storeContract } from './store/store-contract.ts';
export { createGate, type Gate, turns } from './turns.ts';
export { checkAll } from './vectors/check-all.ts';
export { bodyOf, readVectors, type Vector, type VectorFile } from './vectors/vectors.ts';
