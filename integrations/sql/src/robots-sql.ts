/**
 * The entry of the bundle: the four functions, which share a cache of one file. The engine sees them as `RobotsSql`.
 */
import './host/builtins.ts';
import { sqlFunctions } from 'robots-exclusion/sql';

export const functions = sqlFunctions();
export const literal = sqlFunctions({ literal: true });
