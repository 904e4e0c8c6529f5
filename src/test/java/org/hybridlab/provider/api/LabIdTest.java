package org.hybridlab.provider.api;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class LabIdTest {
    @Test
    void name_withTwoHashes_mayBeEitherLabs() {
        assertThat(LabId.candidates("hl-kurs-202610-3fa9c1-node1")).containsExactly(new LabId("kurs", "202610"),
                new LabId("kurs-202610", "3fa9c1"));
        assertThat(LabId.candidates("hl-duo-3fa9c1")).containsExactly(new LabId("duo", "3fa9c1"));
    }

    @Test
    void otherName_isNoLabs() {
        assertThat(LabId.candidates("hl-3fa9c1")).isEmpty();
        assertThat(LabId.candidates("hl-duo-3fa9c12-node1")).isEmpty();
        assertThat(LabId.candidates("my-duo-3fa9c1-node1")).isEmpty();
    }

    @Test
    void id_isInItsOwnNames() {
        LabId id = new LabId("my-facade", "3fa9c1");

        assertThat(id.isIn("hl-my-facade-3fa9c1")).isTrue();
        assertThat(id.isIn("hl-my-facade-3fa9c1-node1.img")).isTrue();
        assertThat(id.isIn("hl-my-facade-3fa9c12-node1")).isFalse();
        assertThat(id.isIn("hl-my-facade-4fa9c1-node1")).isFalse();
    }
}
