/** Reads a page that is XML with htmlparser2 and the namespaces of its elements (XML 1.0, Namespaces in XML). */
import { Parser } from 'htmlparser2';
import { OpenElements } from '../xml/open-elements.ts';
import { ElementCollector, type PageElements } from './page-elements.ts';
import { XHTML } from './read-html.ts';

/** Limit on nesting; browsers stop nesting at 512. */
const MOST_OPEN = 512;

/** The reason why XML has no meta elements, whatever its elements are called. */
export const NO_XHTML = 'It has no elements in the namespace of XHTML';

/** Reads a page; parameters as for `readHtml`. */
export function readXhtml(xml: string, url: string, isWanted: (name: string) => boolean): PageElements {
  const collector = new ElementCollector(isWanted);
  const open = new OpenElements(MOST_OPEN);
  let templates = 0;
  let isXhtml = false;
  const parser = new Parser(
    {
      onopentagname(name) {
        if (!open.push(name))
          throw new Stop(`It is nested deeper than ${MOST_OPEN} elements; the rest was not read`);
      },
      onattribute: (name, value) => open.attribute(name, value),
      onopentag(_, attributes) {
        if (open.namespace() !== XHTML) return;
        isXhtml = true;
        const name = open.local() as string;
        if (templates === 0) collector.element(name, (key) => attributes[key]);
        if (name === 'template') templates++;
      },
      onclosetag() {
        if (open.namespace() === XHTML && open.local() === 'template') templates--;
        open.pop();
      },
      ontext(text) {
        const isTitle = templates === 0 && open.local() === 'title' && open.namespace() === XHTML;
        collector.text(text, open.local() ?? '', templates === 0, isTitle);
      },
      onprocessinginstruction(name, data) {
        // The parser ends a document type at the first ">", which may be part of a declaration.
        if (/^!doctype$/i.test(name) && data.includes('['))
          throw new Stop('Its document type has declarations; the rest was not read');
      },
    },
    { xmlMode: true },
  );
  try {
    parser.end(xml);
  } catch (error) {
    if (!(error instanceof Stop)) throw error;
    collector.unread ??= error.message;
    return collector.result(url);
  }
  if (!isXhtml) collector.unread ??= NO_XHTML;
  return collector.result(url);
}

/** Thrown to stop the parser. */
class Stop extends Error {}
