/** Reads settings of the linter from `robotslint.json`; the command line overrides them. */
import { join } from 'node:path';
import { exampleTokens } from '@robots-exclusion/operations/shared';
import { crawlerNames, type ResolvedCrawler, resolveCrawler } from 'robots-exclusion/agents';
import { getProfile, type LintOptions, lintRules, type Severity } from 'robots-exclusion/lint';
import { CommandError } from '../command-error.ts';
import { jsonValue } from '../input/json-text.ts';
import { readFoundSettings, readSettingsText } from '../input/read-body.ts';
import { tellIfElsewhere } from '../sources/read-robots.ts';

const DEFAULT_FILE = 'robotslint.json';
const SEVERITIES: readonly string[] = ['error', 'warning', 'info', 'off'];

export interface SettingOptions {
  readonly config?: string;
  readonly profile?: string;
  readonly rule?: readonly string[];
  readonly robotsUrl?: string;
  /** Crawlers that messages mention as examples. */
  readonly crawlers?: readonly ResolvedCrawler[];
  /** Codes of the lint rules whose fixes are applied. They are not a setting, but are validated with the settings. */
  readonly fixRule?: readonly string[];
}

/**
 * @param given Settings to use instead of a file.
 * @throws {CommandError} If a setting is invalid. The message names its position and the expected value.
 */
export async function lintSettings(
  { config, profile, rule = [], robotsUrl, crawlers = [], fixRule = [] }: SettingOptions,
  given?: LintOptions,
): Promise<LintOptions> {
  for (const code of fixRule) checkCode(`--fix-rule ${code}`, code);
  const file = given ?? (await readSettings(config));
  const rules = { ...file.rules, ...Object.fromEntries(rule.map(severityOf)) };
  const merged = {
    ...file,
    rules,
    ...(profile !== undefined && { profile }),
    ...(robotsUrl !== undefined && { robotsUrl }),
    ...(crawlers.length > 0 && { crawlers: exampleTokens(crawlers) }),
  };
  if (merged.robotsUrl !== undefined && !URL.canParse(merged.robotsUrl)) {
    throw new CommandError(
      `Cannot use the robots URL ${JSON.stringify(merged.robotsUrl)}: expected one such as "https://example.com/robots.txt"`,
    );
  }
  if (merged.robotsUrl !== undefined) tellIfElsewhere(merged.robotsUrl);
  try {
    if (merged.profile !== undefined) getProfile(merged.profile);
  } catch (error) {
    throw new CommandError((error as Error).message);
  }
  return merged;
}

function severityOf(option: string): [string, Severity] {
  const [code = '', severity = ''] = option.split('=');
  checkRule(`--rule ${option}`, code, severity);
  return [code, severity as Severity];
}

/**
 * The settings in the file that `--config` names, or else in the working folder's `robotslint.json`, which may be
 * missing. @throws {CommandError}
 */
export async function readSettings(config: string | undefined): Promise<LintOptions> {
  if (config === undefined) return readSettingsIn('');
  return checkedSettings(config, parsed(config, await readSettingsText(config)));
}

/** The settings in the `robotslint.json` of a folder, which may be missing. @throws {CommandError} */
export async function readSettingsIn(folder: string): Promise<LintOptions> {
  const name = join(folder, DEFAULT_FILE);
  const text = await readFoundSettings(name);
  return text === undefined ? {} : checkedSettings(name, parsed(name, text));
}

function parsed(name: string, text: string): unknown {
  try {
    return jsonValue(text);
  } catch (error) {
    throw new CommandError(`Cannot read ${JSON.stringify(name)}: ${(error as Error).message}`);
  }
}

/** @throws {CommandError} If `value`, which was read from `name`, is not a settings object. */
export function checkedSettings(name: string, value: unknown): LintOptions {
  const settings = objectAt(name, '$', value);
  for (const [key, setting] of Object.entries(settings)) {
    if (key === 'rules') {
      for (const [code, severity] of Object.entries(objectAt(name, 'rules', setting)))
        checkRule(`${name}: rules.${code}`, code, severity);
    } else if (key === 'agents') {
      if (!isNames(setting)) throw new CommandError(`${name}: agents: expected a list of crawler names`);
    } else if (key === 'profile' || key === 'robotsUrl' || key === '$schema') {
      if (typeof setting !== 'string')
        throw new CommandError(`${name}: ${key}: expected a string, got ${typeof setting}`);
    } else
      throw new CommandError(`${name}: ${key}: expected one of "profile", "rules", "robotsUrl", "agents"`);
  }
  const { $schema: _, agents, ...options } = settings;
  return { ...options, ...(isNames(agents) && { crawlers: tokensNamed(name, agents) }) };
}

function isNames(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((item) => typeof item === 'string');
}

function tokensNamed(name: string, names: readonly string[]): readonly string[] {
  try {
    return exampleTokens(crawlerNames(names).map((one) => resolveCrawler(one)));
  } catch (error) {
    throw new CommandError(`${name}: agents: ${(error as Error).message}`);
  }
}

function objectAt(name: string, path: string, value: unknown): Record<string, unknown> {
  if (typeof value === 'object' && value !== null && !Array.isArray(value))
    return value as Record<string, unknown>;
  throw new CommandError(
    `${name}: ${path}: expected an object, got ${Array.isArray(value) ? 'a list' : typeof value}`,
  );
}

function checkCode(place: string, code: string): void {
  if (lintRules.some((rule) => rule.code === code)) return;
  throw new CommandError(`${place}: expected the code of a lint rule, got ${JSON.stringify(code)}`);
}

function checkRule(place: string, code: string, severity: unknown): void {
  checkCode(place, code);
  if (typeof severity !== 'string' || !SEVERITIES.includes(severity)) {
    throw new CommandError(
      `${place}: expected "error", "warning", "info" or "off", got ${JSON.stringify(severity)}`,
    );
  }
}
