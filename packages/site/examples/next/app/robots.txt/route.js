import { robotsRoute } from '@robots-exclusion/site/next';
import { site } from '../../robots.config.js';

export const dynamic = 'force-static';
export const GET = robotsRoute(site);
