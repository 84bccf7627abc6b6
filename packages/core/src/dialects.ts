/**
 * Named ways to read a robots.txt, and how each one interprets the same file.
 *
 * @module
 */
export * from './dialects/index.ts';
export * from './interpret/index.ts';
