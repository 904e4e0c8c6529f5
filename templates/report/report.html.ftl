<#ftl output_format="HTML">
<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>[=lab.name]: [=summary]</title>
<style>
:root { --page: #f8fafc; --box: #ffffff; --edge: #e2e8f0; --text: #0f172a; --soft: #475569; --track: #f1f5f9;
  --passed: #15803d; --failed: #b91c1c; --not-judged: #a16207; --done: #0369a1; --skipped: #94a3b8; }
@media (prefers-color-scheme: dark) {
  :root { --page: #0f172a; --box: #1e293b; --edge: #334155; --text: #f1f5f9; --soft: #cbd5e1; --track: #0f172a;
    --passed: #4ade80; --failed: #f87171; --not-judged: #facc15; --done: #38bdf8; --skipped: #64748b; }
}
* { box-sizing: border-box; }
body { margin: 0; background: var(--page); color: var(--text); font: 15px/1.5 system-ui, sans-serif; }
main { max-width: 1080px; margin: 0 auto; padding: 32px 20px 48px; }
header { display: flex; flex-wrap: wrap; gap: 8px 20px; align-items: baseline; border-left: 6px solid; padding-left: 16px; }
header.passed { border-color: var(--passed); } header.failed { border-color: var(--failed); }
header.not-judged { border-color: var(--not-judged); }
h1 { font-size: 28px; margin: 0; overflow-wrap: anywhere; }
h2 { font-size: 18px; margin: 36px 0 12px; }
.summary { font-size: 17px; font-weight: 600; }
.soft { color: var(--soft); }
header .soft { flex-basis: 100%; }
section.box.picture { padding: 0; } section.picture .paper { fill: none; } section.box svg { display: block; max-width: 100%; height: auto; }
section.box { background: var(--box); border: 1px solid var(--edge); border-radius: 10px; padding: 16px; overflow-x: auto; }
details { background: var(--box); border: 1px solid var(--edge); border-radius: 10px; margin-bottom: 8px; }
summary { display: grid; grid-template-columns: 116px 1fr auto; gap: 4px 14px; padding: 10px 16px; cursor: pointer; list-style: none; }
summary::-webkit-details-marker { display: none; }
summary .words { grid-column: 2; color: var(--soft); overflow-wrap: anywhere; }
.badge { font-weight: 600; white-space: nowrap; }
.badge.passed { color: var(--passed); } .badge.failed { color: var(--failed); } .badge.not-judged { color: var(--not-judged); }
.badge::before { margin-right: 6px; }
.badge.passed::before { content: "\2713"; } .badge.failed::before { content: "\2717"; } .badge.not-judged::before { content: "?"; }
.evidence { border-top: 1px solid var(--edge); padding: 10px 16px 14px 146px; overflow-wrap: anywhere; }
.evidence ul { margin: 6px 0 0; padding-left: 18px; font: 13px/1.5 ui-monospace, monospace; }
.scale, .bar { display: grid; grid-template-columns: minmax(180px, 300px) 1fr 84px; gap: 12px; align-items: center; }
.scale { color: var(--soft); font-size: 12px; height: 20px; }
.scale div { position: relative; height: 100%; }
.scale div span { position: absolute; transform: translateX(-50%); white-space: nowrap; }
.scale div span:first-child { transform: none; }
.bar { padding: 2px 0; font-size: 13.5px; }
.track { position: relative; height: 14px; background: var(--track); border-radius: 4px; }
.track i { position: absolute; top: 0; bottom: 0; min-width: 3px; border-radius: 4px; background: var(--done); }
.track i.failed { background: var(--failed); } .track i.interrupted { background: var(--not-judged); }
.track i.skipped { background: var(--skipped); }
.bar .took { text-align: right; font-variant-numeric: tabular-nums; color: var(--soft); }
footer { margin-top: 36px; font-size: 13px; color: var(--soft); }
@media (max-width: 640px) { summary { grid-template-columns: 1fr auto; } summary .badge { grid-column: 1 / -1; }
  summary .words { grid-column: 1 / -1; } .evidence { padding-left: 16px; } }
@media print { details .evidence { display: block; } }
</style>
</head>
<body>
<main>
<header class="[=verdict]">
<h1>[=lab.name]</h1>
<span class="summary">[=summary]</span>
<span class="soft">Kubernetes [=lab.kubernetes] on [=machines] [=(machines == 1)?then("machine", "machines")], [=provider]<#if simulated?has_content>; simulated, with nothing running there: [=simulated]</#if>. Judged at [=at] in [=took].<#if proof?has_content> [=proof]</#if></span>
</header>

<h2>The lab</h2>
<section class="box picture">
[=picture?no_esc]
</section>

<h2>Checks</h2>
<#list checks as check>
<details<#if check.outcome != "passed"> open</#if>>
<summary>
<span class="badge [=check.outcome]">[=check.outcome?replace("-", " ")]</span>
<span>[=check.title]</span>
<span class="soft">[=check.took]</span>
<span class="words">[=check.message]</span>
</summary>
<div class="evidence">
<span class="soft">Looked at by [=check.how]; [=check.source].</span>
<#if check.evidence?size gt 0>
<ul>
<#list check.evidence as line>
<li>[=line]</li>
</#list>
</ul>
</#if>
</div>
</details>
</#list>

<#if bars?size gt 0>
<h2>How it came up: [=runTook]</h2>
<section class="box">
<div class="scale"><span></span><div><#list ticks as tick><span style="left:[=tick.left]%">[=tick.label]</span></#list></div><span></span></div>
<#list bars as bar>
<div class="bar"><span>[=bar.title]</span><span class="track"><i class="[=bar.outcome]" style="left:[=bar.left]%;width:[=bar.width]%" title="[=bar.outcome]"></i></span><span class="took"><#if bar.outcome == "done">[=bar.took]<#else>[=bar.outcome]</#if></span></div>
</#list>
</section>
</#if>

<footer>Written by hybridlab [=version]. This file loads nothing from anywhere.</footer>
</main>
</body>
</html>
