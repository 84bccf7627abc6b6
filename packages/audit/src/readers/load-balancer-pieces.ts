/** The relevant fields in the logs of Amazon's load balancers. */
import type { Piece } from './template-reader.ts';

const BLANK: Piece = { literal: ' ' };

/** The fields that follow the name of the load balancer, which are the same for both kinds. */
const FROM_ADDRESS: readonly Piece[] = [
  { field: 'address-port' },
  BLANK,
  ...ignored(4), // target, three processing times
  { field: 'status' },
  BLANK,
  ...ignored(2), // target's status, received octets
  { field: 'bytes' },
  { literal: ' "' },
  { field: 'request' },
  { literal: '" "' },
  { field: 'userAgent' },
  { literal: '" ' },
];

/** The fields of an Application Load Balancer. */
export const ALB_PIECES: readonly Piece[] = [
  ...ignored(1), // type
  { field: 'any-time' },
  BLANK,
  ...ignored(1), // load balancer
  ...FROM_ADDRESS,
];

/** The fields of a Classic Load Balancer. */
export const ELB_PIECES: readonly Piece[] = [
  { field: 'any-time' },
  BLANK,
  ...ignored(1), // load balancer
  ...FROM_ADDRESS,
];

function ignored(count: number): Piece[] {
  return Array.from({ length: count }, () => [{ field: 'ignore' } as const, BLANK]).flat();
}
