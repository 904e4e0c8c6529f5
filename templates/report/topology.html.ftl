<#ftl output_format="HTML">
<svg class="topology" xmlns="http://www.w3.org/2000/svg" viewBox="0 0 [=width] [=height]" width="[=width]" height="[=height]" role="img" aria-label="The machines and networks of [=lab.name]">
<style>
.topology { max-width: 100%; height: auto; font-family: system-ui, sans-serif; font-size: 12px;
  --line: #64748b; --pods: #0e7490; --card: #ffffff; --edge: #cbd5e1; --text: #0f172a; --soft: #475569;
  --good: #15803d; --bad: #b91c1c; --chip: #ecfeff; }
@media (prefers-color-scheme: dark) {
  .topology { --line: #94a3b8; --pods: #22d3ee; --card: #1e293b; --edge: #475569; --text: #f1f5f9; --soft: #cbd5e1;
    --good: #4ade80; --bad: #f87171; --chip: #164e63; }
}
.topology text { fill: var(--text); }
.topology .soft { fill: var(--soft); }
.topology .name { font-size: 15px; font-weight: 600; }
.topology .net { stroke: var(--line); stroke-width: 2; fill: none; }
.topology .podnet { stroke: var(--pods); stroke-width: 2; stroke-dasharray: 6 4; fill: none; }
.topology .podlabel { fill: var(--pods); }
.topology .card { fill: var(--card); stroke: var(--edge); stroke-width: 1.5; }
.topology .card.good { stroke: var(--good); }
.topology .card.bad { stroke: var(--bad); }
.topology .dot.good { fill: var(--good); }
.topology .dot.bad { fill: var(--bad); }
.topology .dot.plain { fill: var(--edge); }
.topology .chip { fill: var(--chip); stroke: var(--pods); }
.topology .chip.bad { stroke: var(--bad); }
</style>
<text x="[=margin]" y="24">Lab network [=lab.network.machines]</text>
<#list rows as row>
<path class="net" d="M [=margin] [=row.upper] H [=width - margin]"/>
<path class="podnet" d="M [=margin] [=row.lower] H [=width - margin]"/>
<#list row.cards as card>
<#assign middle = card.x + card.width / 2>
<path class="net" d="M [=middle] [=row.upper] V [=card.y]"/>
<path class="podnet" d="M [=middle] [=card.y + card.height] V [=row.lower]"/>
<rect class="card [=card.state]" x="[=card.x]" y="[=card.y]" width="[=card.width]" height="[=card.height]" rx="8"/>
<circle class="dot [=card.state]" cx="[=card.x + 18]" cy="[=card.y + 20]" r="5"/>
<text class="name" x="[=card.x + 30]" y="[=card.y + 25]">[=card.name]</text>
<text class="soft" x="[=card.x + card.width - 12]" y="[=card.y + 24]" text-anchor="end">[=card.role]</text>
<text x="[=card.x + 14]" y="[=card.y + 46]">[=card.address]</text>
<text class="soft" x="[=card.x + 14]" y="[=card.y + 64]">[=card.size]</text>
<#if card.podCidr?has_content>
<text class="podlabel" x="[=card.x + 14]" y="[=card.y + 80]">pods [=card.podCidr]</text>
</#if>
<#list card.chips as chip>
<rect class="chip [=chip.state]" x="[=card.x + 12]" y="[=chip.y]" width="[=card.width - 24]" height="20" rx="10"/>
<text x="[=card.x + 22]" y="[=chip.y + 14]" font-size="11">[=chip.text]</text>
</#list>
</#list>
</#list>
<text class="podlabel" x="[=margin]" y="[=height - 32]">Pod network [=lab.network.pods]: [=mode]</text>
<text class="soft" x="[=margin]" y="[=height - 14]">Services [=lab.network.services]<#if apps != "">; [=apps]</#if></text>
</svg>
