/**
 * Host globals for core and the client's policy, for a bare JavaScript engine. The order matters: whatwg-url creates
 * an encoder when it is loaded.
 */
import './encoder.ts';

import whatwg from 'whatwg-url';
import { atob } from '../../../integrations/sql/src/host/text.ts';

Object.assign(globalThis, { URL: whatwg.URL, atob });
