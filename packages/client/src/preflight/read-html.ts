/**
 * Reads a page with parse5, which implements the tokenizer and the tree construction of WHATWG HTML §13.2, as a client
 * without scripts. The tree keeps only the path from an element to the document, so its memory has a bound.
 */
import { html as dom, parse, type Token, type TreeAdapter, type TreeAdapterTypeMap } from 'parse5';
import { type AttributeOf, ElementCollector, type PageElements, TAKEN } from './page-elements.ts';

/** Limit on the open elements. Browsers stop nesting at 512; each element may search all open ones. */
const MOST_OPEN = 1024;
/** Limit on the created elements. The tags of the largest page are fewer, but some tags create several elements. */
const MOST_CREATED = 400_000;

export const XHTML = 'http://www.w3.org/1999/xhtml';

/** Elements to which a shadow tree can be attached (DOM §4.9), besides those whose name has a hyphen. */
const HOSTS = new Set(
  'article aside blockquote body div footer h1 h2 h3 h4 h5 h6 header main nav p section span'.split(' '),
);

/** The document, an element, or the content of a template. */
interface Node {
  readonly name: string;
  readonly namespace: string;
  readonly attributes: Token.Attribute[];
  parent: Node | null;
  content?: Node;
  /** The element that shows the content of a template as its shadow tree. */
  host?: Node;
  hasShadow?: boolean;
}

type Nodes = TreeAdapterTypeMap<Node, Node, Node, Node, Node, Node, Node, Node, Node, Node>;

/**
 * Reads a page.
 *
 * @param url The URL of the page, against which its base is resolved.
 * @param isWanted Whether to keep meta elements with this name, which is in lower case.
 */
export function readHtml(html: string, url: string, isWanted: (name: string) => boolean): PageElements {
  const collector = new ElementCollector(isWanted);
  try {
    parse<Nodes>(html, { scriptingEnabled: false, treeAdapter: adapterTo(collector) });
  } catch (error) {
    if (!(error instanceof TooDeep)) throw error;
    collector.unread ??= `It is nested deeper than ${MOST_OPEN} elements; the rest was not read`;
  }
  return collector.result(url);
}

class TooDeep extends Error {}

/** Passes elements and text on to the collector while parse5 builds the tree. */
function adapterTo(collector: ElementCollector): TreeAdapter<Nodes> {
  const document = node('#document', '', []);
  let title: Node | undefined;
  let open = 0;
  let created = 0;
  let mode = dom.DOCUMENT_MODE.NO_QUIRKS;
  const append = (parent: Node, child: Node): void => {
    const isNew = child.parent === null;
    child.parent = parent;
    if (child.content !== undefined && isShadowRoot(parent, child)) child.content.host = parent;
    if (!isNew || child.namespace === '') return;
    if (!TAKEN.has(child.name) && attributesOf(child)('style') === undefined) return;
    const isPart = (): boolean => rootOf(child) === document;
    if (child.namespace === XHTML && isPart()) {
      if (child.name === 'title') title = child;
      collector.element(child.name, attributesOf(child), isPart, () => isPart() && !isWithoutScripts(child));
    } else if (isShown(child)) collector.shown(child.name);
  };
  /** Whether the node is in the document or in a shadow tree, not in a template. */
  const isShown = (child: Node): boolean => {
    let root = rootOf(child);
    while (root.host !== undefined) root = rootOf(root.host);
    return root === document;
  };
  const addText = (parent: Node, text: string): void => {
    collector.text(text, parent.name, parent === title, () => isShown(parent));
  };
  return {
    ...FIXED,
    createDocument: () => document,
    createElement(name, namespace, attributes) {
      if (++created > MOST_CREATED) throw new TooDeep();
      return node(name, namespace, attributes);
    },
    onItemPush() {
      if (++open > MOST_OPEN) throw new TooDeep();
    },
    onItemPop: () => void open--,
    appendChild: append,
    insertBefore: append,
    insertText: addText,
    insertTextBefore: addText,
    setDocumentMode(_, changed) {
      mode = changed;
    },
    getDocumentMode: () => mode,
  };
}

/** The parts of an adapter that keep no state, for a tree whose nodes do not know their children. */
const FIXED = {
  createDocumentFragment: () => node('#document-fragment', '', []),
  createCommentNode: () => node('#comment', '', []),
  createTextNode: () => node('#text', '', []),
  adoptAttributes: () => {},
  detachNode: (child: Node) => {
    child.parent = null;
  },
  setTemplateContent: (template: Node, content: Node) => {
    template.content = content;
  },
  getTemplateContent: (template: Node) => template.content as Node,
  getAttrList: ({ attributes }: Node) => attributes,
  getTagName: ({ name }: Node) => name,
  getNamespaceURI: ({ namespace }: Node) => namespace as dom.NS,
  getParentNode: ({ parent }: Node) => parent,
  getFirstChild: () => null,
  getChildNodes: () => [],
  getTextNodeContent: () => '',
  getCommentNodeContent: () => '',
  getDocumentTypeNodeName: () => '',
  getDocumentTypeNodePublicId: () => '',
  getDocumentTypeNodeSystemId: () => '',
  getNodeSourceCodeLocation: () => null,
  setDocumentType: () => {},
  setNodeSourceCodeLocation: () => {},
  updateNodeSourceCodeLocation: () => {},
  isTextNode: (_: Node): _ is Node => false,
  isCommentNode: (_: Node): _ is Node => false,
  isDocumentTypeNode: (_: Node): _ is Node => false,
  isElementNode: (one: Node): one is Node => one.namespace !== '',
} as const;

function node(name: string, namespace: string, attributes: Token.Attribute[]): Node {
  return { name, namespace, attributes, parent: null };
}

function isWithoutScripts({ parent }: Node): boolean {
  return parent !== null && (parent.name === 'noscript' || isWithoutScripts(parent));
}

function rootOf(child: Node): Node {
  let root = child;
  while (root.parent !== null) root = root.parent;
  return root;
}

/** Whether a template declares the shadow tree of its parent (HTML §13.2.6.4.4), which browsers show instead. */
function isShadowRoot(parent: Node, template: Node): boolean {
  const mode = attributesOf(template)('shadowrootmode');
  const isHost = parent.namespace === XHTML && (HOSTS.has(parent.name) || parent.name.includes('-'));
  if (!isHost || parent.hasShadow || !/^(?:open|closed)$/i.test(mode ?? '')) return false;
  parent.hasShadow = true;
  return true;
}

function attributesOf({ attributes }: Node): AttributeOf {
  return (name) => attributes.find((attribute) => attribute.name === name)?.value;
}
