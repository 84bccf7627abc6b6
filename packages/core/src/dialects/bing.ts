/** Bing, according to its help pages and third-party reports. Only Bing can run its parser. */
import type { Dialect } from '../parse/dialect.ts';
import { type DialectDefinition, defineDialect } from './define-dialect.ts';
import { rfc9309Facts } from './rfc9309.ts';

export const bing: Dialect & DialectDefinition = defineDialect({
  name: 'bing',
  short: 'bin',
  title: 'Bing (bingbot), as documented',
  source: 'https://www.bing.com/webmasters/help/how-to-create-a-robots-txt-file-cb7c31ec',
  version: 'help page',
  asOf: '2026-11',
  basis: 'documented',
  regular: true,
  facts: { ...rfc9309Facts },
});
