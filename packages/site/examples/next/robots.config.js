/** @type {import('@robots-exclusion/site').Site} */
export const site = {
  url: 'https://shop.example/',
  config: {
    groups: [
      {
        userAgents: '*',
        rules: [{ disallow: '/cart' }],
        contentUsage: [{ preferences: 'train-ai=n' }],
      },
    ],
  },
  tests: [{ crawler: 'Googlebot', allow: '/', disallow: '/cart' }],
};
