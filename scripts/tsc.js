/**
 * TypeScript 7's compiler, with the arguments of `tsc`. TypeScript 6 stays beside it for its API, which scripts and the
 * bundler of declarations use; both packages have a command `tsc`, so this names the one that compiles.
 */
import '../node_modules/typescript-native/lib/tsc.js';
