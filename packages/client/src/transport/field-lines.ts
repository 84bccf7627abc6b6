import type { TransportResponse } from './transport.ts';

/** The fields of a response. */
export type ResponseFields = Readonly<Pick<TransportResponse, 'headers' | 'repeated'>>;

/** The lines of one field, in order, each as the server sent it. */
export function fieldLines({ headers, repeated }: ResponseFields, name: string): readonly string[] {
  const value = headers[name];
  return repeated?.[name] ?? (value === undefined ? [] : [value]);
}
