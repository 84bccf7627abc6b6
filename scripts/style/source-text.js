/**
 * The prose of a source file: its comments and strings. All other octets become spaces, so that line numbers stay the
 * same.
 */
import ts from 'typescript';

const TEXTS = new Set([
  ts.SyntaxKind.StringLiteral,
  ts.SyntaxKind.NoSubstitutionTemplateLiteral,
  ts.SyntaxKind.TemplateHead,
  ts.SyntaxKind.TemplateMiddle,
  ts.SyntaxKind.TemplateTail,
  ts.SyntaxKind.JsxText,
]);

/** The text of a source of TypeScript or JavaScript, without its code. */
export function sourceText(name, text) {
  const file = ts.createSourceFile(name, text, ts.ScriptTarget.Latest, false, kindOf(name));
  const spans = [];
  visit(file, file, spans);
  let prose = '';
  let end = 0;
  for (const [from, to] of spans) {
    prose += blank(text.slice(end, from)) + text.slice(from, to);
    end = to;
  }
  return prose + blank(text.slice(end));
}

/** Collects spans of prose. The text before a token contains only white space and comments. */
function visit(node, file, spans) {
  const children = node.getChildren(file).filter((child) => !isComment(child));
  const start = node.getStart(file);
  if (children.length === 0 && start > node.pos) spans.push([node.pos, start]);
  if (TEXTS.has(node.kind)) spans.push([start, node.end]);
  for (const child of children) visit(child, file, spans);
}

function isComment({ kind }) {
  return kind >= ts.SyntaxKind.FirstJSDocNode && kind <= ts.SyntaxKind.LastJSDocNode;
}

function kindOf(name) {
  return name.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS;
}

function blank(code) {
  return code.replace(/[^\n]/g, ' ');
}
