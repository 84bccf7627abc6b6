/** Provides `TextEncoder` and `TextDecoder`, because whatwg-url creates an instance of each when it is loaded. */
import { TextDecoder } from '../../../integrations/sql/src/host/text.ts';
import { encodeUtf8 } from '../../core/src/bytes/utf-8.ts';

class TextEncoder {
  encode(text: string): Uint8Array {
    return encodeUtf8(text);
  }
}

Object.assign(globalThis, { TextEncoder, TextDecoder });
