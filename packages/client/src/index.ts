export { type Clock, systemClock } from './clock.ts';
export type { Decision, Outcome } from './decision.ts';
export type { Store, StoredValue, StoreSetOptions } from './store/store.ts';
export type { AddressPolicy, Transport, TransportRequest, TransportResponse } from './transport/transport.ts';
