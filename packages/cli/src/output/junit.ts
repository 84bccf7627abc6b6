/** Writes test results as JUnit XML, for CI systems that show reports. */
import { type Markup, markup } from './markup.ts';

/** One suite: a file, or a test with several checks. */
export interface JunitSuite {
  readonly name: string;
  readonly cases: readonly JunitCase[];
}

export interface JunitCase {
  readonly className: string;
  readonly name: string;
  readonly failure?: { readonly message: string; readonly type?: string; readonly text?: string };
  /** A remark about a case that passed. */
  readonly remark?: string;
}

export function junit(name: string, suites: readonly JunitSuite[]): Markup {
  return markup`<?xml version="1.0" encoding="UTF-8"?>
<testsuites name="${name}">
${suites.map(suiteXml)}</testsuites>
`;
}

/** Jenkins' xUnit refuses a suite without `errors`. */
function suiteXml({ name, cases }: JunitSuite): Markup {
  const failures = cases.filter(({ failure }) => failure !== undefined).length;
  return markup`  <testsuite name="${name}" tests="${cases.length}" failures="${failures}" errors="0">
${cases.map(caseXml)}  </testsuite>
`;
}

function caseXml({ className, name, failure, remark }: JunitCase): Markup {
  const inner = [
    ...(failure === undefined ? [] : [failureXml(failure)]),
    ...(remark === undefined ? [] : [markup`<system-out>${remark}</system-out>`]),
  ];
  const rest = inner.length === 0 ? markup`/>` : markup`>${inner}</testcase>`;
  return markup`    <testcase classname="${className}" name="${name}"${rest}
`;
}

function failureXml({ message, type, text }: NonNullable<JunitCase['failure']>): Markup {
  const ofType = type === undefined ? markup`` : markup` type="${type}"`;
  const end = text === undefined ? markup`/>` : markup`>${text}</failure>`;
  return markup`<failure${ofType} message="${message}"${end}`;
}
