import { serve } from './adapter.js';

await serve((octets, agent, url) => {
  if (octets.length === 0) throw new Error('no octets');
  return Buffer.concat([octets, Buffer.from(agent + url)]).reduce((sum, octet) => sum + octet, 0) % 2 === 0;
});
