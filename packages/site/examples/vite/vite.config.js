import { robots } from '@robots-exclusion/site/vite';
import { defineConfig } from 'vite';

export default defineConfig({
  plugins: [
    robots({
      url: 'https://shop.example/',
      config: {
        groups: [
          { userAgents: 'GPTBot', rules: [{ disallow: '/' }] },
          {
            userAgents: '*',
            rules: [{ disallow: '/cart' }],
            contentUsage: [{ preferences: 'train-ai=n' }],
          },
        ],
        sitemaps: ['https://shop.example/sitemap.xml'],
      },
      tests: [
        { crawler: 'Googlebot', allow: ['/', '/products/lamp'], disallow: '/cart' },
        { crawler: 'GPTBot', disallow: '/' },
      ],
      closedTo: ['GPTBot'],
      headersFile: true,
    }),
  ],
});
