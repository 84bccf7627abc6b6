/**
 * Named ways to read a robots.txt, and what each makes of the same file.
 *
 * @module
 */
export * from './dialects/index.ts';
export * from './interpret/index.ts';
