/** Handles escapes for dialects that parse URLs before they decode and encode them. */
import type { CodePoints } from '../../bytes/code-points.ts';
import { percentEncode } from '../../bytes/text.ts';
import { decodeBinary, type TextModel, utf8Binary } from '../engine/text-model.ts';

const ESCAPE = /%([0-9A-Fa-f]{2})/g;

/** Decodes the escapes of the octets in `decoded` (default: all escapes) and writes the other escapes in upper case. */
export function decodeEscapes(binary: string, decoded?: CodePoints): string {
  return binary.replace(ESCAPE, (found, digits: string) => {
    const octet = Number.parseInt(digits, 16);
    return !decoded || decoded.has(octet) ? String.fromCharCode(octet) : found.toUpperCase();
  });
}

/** Escapes octets that are not in `kept`. */
export function encodeOctets(binary: string, kept: CodePoints): string {
  return binary.replace(/./gs, (character) => {
    const octet = character.charCodeAt(0);
    return kept.has(octet) ? character : percentEncode(octet);
  });
}

/** Escapes the UTF-8 octets of a text, except those in `kept`. */
export function quote(text: string, kept: CodePoints): string {
  return encodeOctets(utf8Binary(text), kept);
}

/** Decodes as Python's `unquote` does: each run of ASCII characters is decoded separately, as UTF-8 under `model`. */
export function unquote(text: string, model: TextModel): string {
  if (!text.includes('%')) return text;
  return text.replace(ASCII_RUN, (run) =>
    run.includes('%') ? decodeBinary(model, decodeEscapes(run)) : run,
  );
}

const ASCII_RUN = /[\u0000-\u007f]+/g;
