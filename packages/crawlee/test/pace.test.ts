/** Turns of a browser's requests. */
import { expect, it } from 'vitest';
import { createPace } from '../src/pace.ts';

const settled = () => new Promise((resolve) => setImmediate(resolve));

it('nobody passes before the request in front was answered, and the delay counts from there', async () => {
  let now = 1000;
  const pace = createPace({ now: () => now });
  const answered = await pace.hold('https://a.example/1', 500);
  let isThrough = false;
  const second = pace.hold('https://a.example/2', 500).then((done) => {
    isThrough = true;
    return done;
  });
  now += 60_000;
  await settled();
  expect(isThrough).toBe(false);
  // Requests to other origins and requests without a delay do not wait.
  (await pace.hold('https://b.example/', 500))();
  (await pace.hold('https://a.example/', 0))();
  answered();
  expect(pace.last('https://a.example/')).toBe(61_000);
  now += 500;
  (await second)();
  expect(pace.last('https://a.example/')).toBe(61_500);
});

it('counts the delay from when a request is sent, however long after its turn', async () => {
  let now = 1000;
  const pace = createPace({ now: () => now });
  await pace.pass('https://a.example/1', 500);
  now += 400;
  await pace.send('https://a.example/1', 500);
  expect(pace.last('https://a.example/')).toBe(1400);
  now = 1900;
  await pace.send('https://a.example/2', 500);
  expect(pace.last('https://a.example/')).toBe(1900);
});
