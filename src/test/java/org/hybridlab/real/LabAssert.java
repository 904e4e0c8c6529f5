package org.hybridlab.real;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;

import tools.jackson.databind.JsonNode;

/** What tests of several real labs expect of them, as the JSON of commands tells it. */
record LabAssert(RealLab lab) {
    static LabAssert of(RealLab lab) {
        return new LabAssert(lab);
    }

    /** @param among ids of checks that the lab must have */
    void passesEveryCheck(String... among) {
        List<JsonNode> checks = lab.json("check").get("checks").valueStream().toList();
        assertThat(checks).extracting(check -> check.get("id").asString()).containsAll(List.of(among));
        assertThat(checks).allSatisfy(check ->
                assertThat(check.get("outcome").asString()).as(check.toPrettyString()).isEqualTo("passed"));
    }

    /** As many machines, each with a node that is Ready, at addresses of the lab's network. */
    void showsReadyNodes(int machines) {
        JsonNode status = lab.json("status");
        assertThat(status.get("well").asBoolean()).as(status.toPrettyString()).isTrue();
        assertThat(status.get("machines")).hasSize(machines).allSatisfy(machine -> {
            assertThat(machine.get("node").asString()).isEqualTo("Ready");
            assertThat(machine.get("address").asString()).startsWith("192.168.");
        });
    }
}
