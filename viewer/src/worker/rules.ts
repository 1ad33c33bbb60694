// The texts and pages of rules. Reports of the smaller module do not contain them.
import type { Change, ReportJson } from "waybill/diff/slim";
import { FILES } from "./modules";
import type { Rule } from "./protocol";

let rules: Promise<Readonly<Record<string, Rule>>> | undefined;

export async function findRule(id: string): Promise<Rule | null> {
  return (await loadRules())[id] ?? null;
}

/** Returns the report with the texts of its rules. */
export async function withTexts(report: ReportJson): Promise<ReportJson> {
  const known = await loadRules();
  const filled = ({ rule, why, help, advice, ...change }: Change): Change => ({ ...change, rule, why: why || (known[rule]?.why ?? ""), help: help || (known[rule]?.help ?? ""), advice: advice || (known[rule]?.advice ?? "") });
  return { ...report, changes: report.changes.map(filled) };
}

/** Returns the rule pages of these changes. */
export async function pagesOf(changes: readonly Change[]): Promise<Readonly<Record<string, string>>> {
  const known = await loadRules();
  return Object.fromEntries(changes.flatMap(({ rule }) => (known[rule] ? [[rule, known[rule].page]] : [])));
}

function loadRules(): Promise<Readonly<Record<string, Rule>>> {
  rules ??= fetchRules();
  rules.catch(() => (rules = undefined));
  return rules;
}

async function fetchRules(): Promise<Readonly<Record<string, Rule>>> {
  const response = await fetch(FILES.rules);
  if (!response.ok) throw new Error(`the texts of rules could not be fetched: status ${response.status}`);
  return (await response.json()) as Readonly<Record<string, Rule>>;
}
