/** Writes test results as JUnit XML, for CI systems that show reports. */
import { type Markup, markup } from './markup.ts';

/** One suite: a file, or a test with several checks. */
export interface JunitSuite {
  readonly name: string;
  readonly cases: readonly JunitCase[];
}

/** One test case, which passed if it has no failure. */
export interface JunitCase {
  readonly className: string;
  readonly name: string;
  readonly failure?: { readonly message: string; readonly type?: string; readonly text?: string };
}

/** The JUnit document with all suites. */
export function junit(name: string, suites: readonly JunitSuite[]): Markup {
  return markup`<?xml version="1.0" encoding="UTF-8"?>
<testsuites name="${name}">
${suites.map(suiteXml)}</testsuites>
`;
}

function suiteXml({ name, cases }: JunitSuite): Markup {
  const failures = cases.filter(({ failure }) => failure !== undefined).length;
  return markup`  <testsuite name="${name}" tests="${cases.length}" failures="${failures}">
${cases.map(caseXml)}  </testsuite>
`;
}

function caseXml({ className, name, failure }: JunitCase): Markup {
  const rest = failure === undefined ? markup`/>` : markup`>${failureXml(failure)}</testcase>`;
  return markup`    <testcase classname="${className}" name="${name}"${rest}
`;
}

function failureXml({ message, type, text }: NonNullable<JunitCase['failure']>): Markup {
  const ofType = type === undefined ? markup`` : markup` type="${type}"`;
  const end = text === undefined ? markup`/>` : markup`>${text}</failure>`;
  return markup`<failure${ofType} message="${message}"${end}`;
}
