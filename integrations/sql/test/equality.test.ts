import { equalityTests } from './equality-tests.ts';

equalityTests(2_400);
