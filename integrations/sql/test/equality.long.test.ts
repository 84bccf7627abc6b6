import { equalityTests } from './equality-tests.ts';

equalityTests(200_000);
