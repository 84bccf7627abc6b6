/**
 * Adds to a bare JavaScript engine the globals that core and the client's policy need. The order of the imports
 * matters, because whatwg-url creates an encoder when it is loaded.
 */
import './encoder.ts';

import whatwg from 'whatwg-url';
import { atob } from '../../../integrations/sql/src/host/text.ts';

Object.assign(globalThis, { URL: whatwg.URL, atob });
