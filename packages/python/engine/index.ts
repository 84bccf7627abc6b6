/** The functions that Python calls, as members of one global object. */
import './host.ts';

import * as access from './access.ts';
import * as browser from './browser.ts';
import * as rules from './rules.ts';

Object.assign(globalThis, { robotsExclusion: { ...rules, ...access, ...browser } });
