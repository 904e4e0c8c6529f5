package org.hybridlab.rules;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

import org.hybridlab.lab.BoxChoice;
import org.hybridlab.lab.LocalBox;
import org.hybridlab.lab.Outside;
import org.hybridlab.lab.ProviderName;

/** Vagrant asks its public catalogue for a box that it does not have, and ours are in none. */
final class PackagedBoxThere implements Rule {
    @Override
    public RuleEntry entry() {
        return new RuleEntry("box-not-here",
                "A box `hybridlab/NAME` that a Windows machine is made of is on this host, for "
                + "the lab's provider.");
    }

    @Override
    public Set<Section> reads() {
        return Set.of(Section.MACHINES, Section.PROVIDER, Section.OUTSIDE);
    }

    @Override
    public List<Violation> judge(LabFacts facts) {
        Optional<ProviderName> provider = facts.lab().provider().filter(name -> name.traits().windowsGuests());
        Optional<List<LocalBox>> here = facts.host().boxes();
        if (provider.isEmpty() || here.isEmpty() || comesFromElsewhere(facts.lab().outside())) {
            return List.of();
        }
        return PackagedBoxUse.of(facts).stream().filter(use -> !hasPlace(facts, use))
                .filter(use -> use.found(here.get(), provider.get()).isEmpty())
                .map(use -> missing(use, here.get(), provider.get())).toList();
    }

    /** Somebody who has a place for boxes may have put one there that hybridlab made. */
    private static boolean comesFromElsewhere(Outside outside) {
        return outside.boxUrl().isPresent() || outside.boxMirror().isPresent();
    }

    private static boolean hasPlace(LabFacts facts, PackagedBoxUse use) {
        return facts.lab().machines().get(use.number()).box().flatMap(BoxChoice::url).isPresent();
    }

    private Violation missing(PackagedBoxUse use, List<LocalBox> here, ProviderName provider) {
        String others = here.stream().filter(box -> box.name().equals(use.box()))
                .map(box -> box.provider().traits().title())
                .collect(Collectors.joining(", "));
        return error(use.place(), "%s is to be made of the box %s, which this host does not have for %s%s".formatted(
                        use.machine(), use.box(), provider.traits().title(), others.isEmpty() ? "" : ", but for "
                        + others),
                there(here, provider) + " " + advice(use, provider, others.isEmpty()));
    }

    private static String there(List<LocalBox> here, ProviderName provider) {
        String fit = here.stream().filter(box -> box.provider() == provider && box.build().isPresent())
                .map(LocalBox::name).collect(Collectors.joining(", "));
        return fit.isEmpty() ? "`hybridlab box list --provider %s` shows no such box.".formatted(provider.word())
                : "There are: " + fit + ".";
    }

    /** @param free whether no provider has a box of that name, so that one can be packaged under it */
    private static String advice(PackagedBoxUse use, ProviderName provider, boolean free) {
        if (!provider.traits().packages()) {
            return "Add one that you have as a file: vagrant box add --name %s FILE".formatted(use.box());
        }
        return "Make %s of a machine of a lab that is up: hybridlab box package LAB MACHINE --name %s".formatted(
                free ? "it" : "one under another name", free ? use.box().substring(LocalBox.PREFIX.length()) : "NAME");
    }
}
