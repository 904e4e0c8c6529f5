package org.hybridlab.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import org.hybridlab.config.model.ProviderName;
import org.hybridlab.config.model.ProviderTraits;
import org.hybridlab.host.ProviderChoice;
import org.hybridlab.provider.Providers;
import org.junit.jupiter.api.Test;

/** Code asks {@code ProviderTraits} what a provider can do: who adds one must not have to look for its like. */
class ProvidersByNameTest {
    private static final JavaClasses CLASSES = new ClassFileImporter()
            .withImportOption(new ImportOption.DoNotIncludeTests()).importPackages("org.hybridlab");
    private static final Set<String> ALL = Stream.of(ProviderName.values()).map(Enum::name)
            .collect(Collectors.toSet());

    /** A switch over all of them is well: the compiler leads there. */
    @Test
    void classes_outsideOfProviders_nameNoProvider() {
        List<String> naming = CLASSES.stream().filter(type -> !mayName(type)).filter(type -> !named(type).isEmpty())
                .filter(type -> !(isOfSwitches(type) && named(type).equals(ALL)))
                .map(type -> type.getName() + " names " + named(type)).toList();
        assertThat(naming).isEmpty();
    }

    /** Else the test above could not fail. */
    @Test
    void classes_ofProviders_nameTheirs() {
        assertThat(named(CLASSES.get(ProviderChoice.class))).contains("DOCKER");
    }

    private static boolean mayName(JavaClass type) {
        return type.getPackageName().startsWith(Providers.class.getPackageName() + ".")
                || type.isAssignableTo("org.hybridlab.artifact.box.BoxStore") || type.isAssignableTo(ProviderName.class)
                || type.isEquivalentTo(ProviderTraits.class) || type.isEquivalentTo(ProviderChoice.class);
    }

    /** What javac makes of switches over enums, for example {@code Doctor$1}. */
    private static boolean isOfSwitches(JavaClass type) {
        return type.getName().matches(".*\\$\\d+");
    }

    private static Set<String> named(JavaClass type) {
        return type.getFieldAccessesFromSelf().stream()
                .filter(access -> access.getTargetOwner().isEquivalentTo(ProviderName.class))
                .map(access -> access.getTarget().getName()).filter(ALL::contains).collect(Collectors.toSet());
    }
}
