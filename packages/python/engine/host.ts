/**
 * What core and the client's policy expect of a host, for a JavaScript engine that has nothing around it. The order
 * counts: whatwg-url makes an encoder when it is loaded.
 */
import './encoder.ts';

import whatwg from 'whatwg-url';
import { atob } from '../../../integrations/sql/src/host/text.ts';

Object.assign(globalThis, { URL: whatwg.URL, atob });
