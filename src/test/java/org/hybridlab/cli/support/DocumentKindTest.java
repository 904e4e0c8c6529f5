package org.hybridlab.cli.support;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.lang.reflect.RecordComponent;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import org.hybridlab.cli.OutputSchemas;
import org.hybridlab.config.file.GeneratedFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.platform.commons.support.ReflectionSupport;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.MissingNode;

/** The classes that become documents, and the schemas in {@code data/schema}, say the same. */
class DocumentKindTest {
    private static final JavaClasses CLASSES = new ClassFileImporter()
            .withImportOption(new ImportOption.DoNotIncludeTests()).importPackages("org.hybridlab.cli");

    static List<DocumentKind<?>> kinds() {
        return CLASSES.stream().flatMap(type -> type.getFields().stream())
                .filter(field -> field.getRawType().isEquivalentTo(DocumentKind.class)
                        && field.getModifiers().contains(JavaModifier.STATIC))
                .<DocumentKind<?>>map(field -> (DocumentKind<?>) ReflectionSupport
                        .tryToReadFieldValue(field.reflect(), null).getNonNullOrThrow(IllegalStateException::new))
                .sorted(Comparator.comparing(DocumentKind::id)).toList();
    }

    private static Stream<DocumentKind<?>> kindsOfCommands() {
        return kinds().stream().filter(kind -> kind != DocumentKind.ERROR);
    }

    @Test
    void documents_haveASchemaEach_andOnlyThey() throws IOException {
        Set<String> names = Stream.concat(kinds().stream().map(DocumentKind::id),
                Stream.of("up-event")).map(word -> word + ".schema.json")
                        .collect(Collectors.toCollection(TreeSet::new));
        try (Stream<Path> files = Files.list(OutputSchemas.FOLDER)) {
            assertThat(files.map(file -> file.getFileName().toString())).containsExactlyInAnyOrderElementsOf(names);
        }
    }

    @ParameterizedTest
    @MethodSource("kindsOfCommands")
    void schema_isThatOfItsRecord(DocumentKind<?> kind) throws IOException {
        Path file = OutputSchemas.FOLDER.resolve(kind.id() + ".schema.json");
        String schema = DocumentSchema.text(kind,
                Files.exists(file) ? OutputSchemas.schema(kind.id()) : MissingNode.getInstance());

        GeneratedFile.assertUpToDate(file, schema);
        assertThat(schema).as("write the missing descriptions").doesNotContain("\": \"\"");
    }

    @Test
    void errorSchema_namesEveryKey() {
        JsonNode error = OutputSchemas.schema("error").at("/$defs/error");

        assertThat(names(error)).containsExactlyElementsOf(components(JsonEnvelope.Error.class));
    }

    private static List<String> components(Class<?> type) {
        return Arrays.stream(type.getRecordComponents()).map(RecordComponent::getName).toList();
    }

    private static List<String> names(JsonNode schema) {
        return List.copyOf(schema.get("properties").propertyNames());
    }
}
