/**
 * Runs TypeScript 7's compiler with the arguments of `tsc`. TypeScript 6 is also installed, because scripts and the
 * bundler of declarations use its API. Both packages have a command `tsc`, so this script selects the command of
 * TypeScript 7.
 */
import '../node_modules/typescript-native/lib/tsc.js';
