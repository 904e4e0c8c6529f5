package org.hybridlab.provision.change;

import org.hybridlab.common.workspace.StrictJson;
import org.hybridlab.common.workspace.Workspace;
import org.hybridlab.provision.state.AppliedLab;
import org.hybridlab.provision.state.WorkspaceState;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Whole records of labs that are up, made of the few keys that a test is about. */
public final class AppliedRecords {
    private static final String LAB = """
            {"kubernetes": "1.36.3", "upgrade": null, "network": {}, "machines": [], "apps": {}, "checks": {},
             "initTemplate": "", "switches": {}, "outside": {}}""";
    private static final String MACHINE = """
            {"os": "linux", "arch": "amd64", "cpus": 2, "memoryMiB": 2048, "box": "", "kubernetes": "1.36.3",
             "address": "192.168.57.11", "simulated": false, "marks": [], "joined": true, "fresh": false,
             "build": ""}""";

    private AppliedRecords() {
    }

    /** @param text JSON of a record; its machines need no more than a name and a role */
    public static void write(Workspace workspace, String text) {
        ObjectNode lab = whole(LAB, JsonMapper.shared().readTree(text));
        ArrayNode machines = JsonMapper.shared().createArrayNode();
        lab.get("machines").forEach(machine -> machines.add(whole(MACHINE, machine)));
        lab.set("machines", machines);
        new WorkspaceState(workspace).keep(StrictJson.MAPPER.treeToValue(lab, AppliedLab.class));
    }

    private static ObjectNode whole(String others, JsonNode said) {
        return ((ObjectNode) JsonMapper.shared().readTree(others)).setAll((ObjectNode) said);
    }
}
