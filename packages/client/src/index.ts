export { type Clock, systemClock } from './clock.ts';
export type { Decision, Outcome } from './decision.ts';
export type { Store, StoredValue, StoreSetOptions } from './store/store.ts';
export { isPublicAddress } from './transport/address-policy.ts';
export type { Resolve } from './transport/dial.ts';
export { createHttpTransport, type HttpTransportOptions } from './transport/http.ts';
export type { AddressPolicy, Transport, TransportRequest, TransportResponse } from './transport/transport.ts';
export type { TransportError, TransportErrorCode } from './transport/transport-error.ts';
