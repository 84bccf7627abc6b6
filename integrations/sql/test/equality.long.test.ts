import { runs } from '@robots-exclusion/testkit';
import { equalityTests } from './equality-tests.ts';

equalityTests(runs(200_000));
