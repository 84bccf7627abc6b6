/**
 * Bundles the four SQL functions into one file for bare JavaScript engines. The file has ES5 syntax and uses no host
 * globals. `robots sql --script` reads the file from the command's folder.
 */
import { writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { transform } from 'esbuild';
import { rolldown } from 'rolldown';
import ts from 'typescript';
import { fewWordsOfAgents, scanOnly } from '../../../core/scripts/bundle/few-words.js';

const ROOT = join(dirname(fileURLToPath(import.meta.url)), '../../../..');
const SOURCES = join(ROOT, 'integrations/sql/src');

const GLOBAL_NAME = 'RobotsSql';

export async function bundleSql() {
  writeFileSync(join(ROOT, 'packages/cli/lib/robots-sql.js'), await sqlBundle());
}

/**
 * The text of the file.
 *
 * @returns {Promise<string>}
 */
export async function sqlBundle() {
  const built = await rolldown({
    input: join(SOURCES, 'robots-sql.ts'),
    platform: 'neutral',
    resolve: { conditionNames: ['@robots-exclusion/source', 'import'] },
    // Hides the host's encoder and decoder, so that every engine runs the same JavaScript.
    transform: { define: { TextEncoder: 'undefined', TextDecoder: 'undefined' } },
    plugins: [fewWordsOfAgents(), scanOnly(), ownHost()],
  });
  const { output } = await built.generate({ format: 'iife', name: GLOBAL_NAME });
  await built.close();
  const alone = `var ${GLOBAL_NAME}=(function(){${inEs5(output[0].code)};return ${GLOBAL_NAME}})();`;
  const { code } = await transform(alone, {
    minify: true,
    target: 'es5',
    // ASCII is valid in any encoding. The text must also not contain `$$`, which would end a quotation in SQL.
    charset: 'ascii',
    legalComments: 'none',
  });
  return code;
}

/** Replaces host globals in modules with our own implementations. */
function ownHost() {
  const parts = [
    [/\bnew URL\(/, `import { URL } from ${JSON.stringify(join(SOURCES, 'host/url.ts'))};`],
    [/\batob\(/, `import { atob } from ${JSON.stringify(join(SOURCES, 'host/text.ts'))};`],
    [/\bnew TextDecoder\(/, `import { TextDecoder } from ${JSON.stringify(join(SOURCES, 'host/text.ts'))};`],
  ];
  return {
    name: 'own-host',
    transform(code, id) {
      if (id.startsWith(join(SOURCES, 'host')) || id.endsWith('/bytes/utf-8.ts')) return null;
      const imports = parts.filter(([use]) => use.test(code)).map(([, text]) => text);
      return imports.length === 0 ? null : { code: `${imports.join('')}${code}`, map: null };
    },
  };
}

/** Compiles classes, spreads, `for … of` and similar syntax to ES5. */
function inEs5(code) {
  const { outputText } = ts.transpileModule(code, {
    compilerOptions: {
      target: ts.ScriptTarget.ES5,
      ignoreDeprecations: '6.0',
      module: ts.ModuleKind.None,
      downlevelIteration: true,
      removeComments: true,
    },
    transformers: { before: [publicMembers] },
  });
  return outputText;
}

/**
 * Compiles `#member` to `_member`, because a WeakMap for each member would be several times slower. Skips classes whose
 * objects are frozen, because ordinary members of a frozen object could not be changed.
 */
function publicMembers(context) {
  return (file) =>
    ts.visitNode(file, function visit(node) {
      if (ts.isClassLike(node) && /Object\.freeze\(this\)/.test(node.getText(file))) return node;
      if (ts.isPrivateIdentifier(node)) return context.factory.createIdentifier(`_${node.text.slice(1)}`);
      return ts.visitEachChild(node, visit, context);
    });
}
