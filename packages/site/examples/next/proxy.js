import { usageProxy } from '@robots-exclusion/site/next';
import { NextResponse } from 'next/server';
import { site } from './robots.config.js';

export const proxy = usageProxy(site, () => NextResponse.next());
