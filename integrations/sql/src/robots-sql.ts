/** The entry of the bundle: the four functions, with one file kept between them, as `RobotsSql` of the engine. */
import './host/builtins.ts';
import { sqlFunctions } from 'robots-exclusion/sql';

export const functions = sqlFunctions();
export const literal = sqlFunctions({ literal: true });
