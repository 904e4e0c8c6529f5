package org.hybridlab.config.rules.core;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.Optional;

import org.hybridlab.config.rules.core.ManifestNode.Form;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ManifestNodeTest {
    /** As go-yaml reads them, and so the API server. */
    @ParameterizedTest
    @CsvSource({"true, true", "True, true", "YES, true", "on, true", "y, true", "false, false", "No, false",
        "off, false"})
    void booleans_ofYaml11_areJsonsOwn(String text, boolean value) {
        ManifestNode node = new ManifestNode(Form.BOOLEAN, Optional.of(text), Optional.empty(), List.of(), Map.of(),
                Map.of(), 1, 1);

        assertThat(node.json().asBoolean()).isEqualTo(value);
    }
}
