# -*- mode: ruby -*-
# Written by hybridlab from Vagrantfile.ftl and templates/vagrant; the next `hybridlab up` writes it again.
# Plain vagrant works here as well: vagrant status, vagrant ssh MACHINE, vagrant halt.

# `hybridlab up` loads Vagrant while it makes the lab's network, and then writes a line.
abort if ENV["HYBRIDLAB_WAITS"] == "1" && $stdin.gets.nil?

Vagrant.configure("2") do |config|
  # Nothing is asked of the internet, and nothing of the host's disk is shared, unless the lab file says so.
  config.vm.box_check_update = false
  config.vm.synced_folder ".", "/vagrant", disabled: true
  config.vm.allow_fstab_modification = false
  config.vm.boot_timeout = 300

  # The lab's own key opens its machines. Vagrant's public key only does until hybridlab has taken it out.
  config.ssh.username = "vagrant"
  config.ssh.insert_key = false
  config.ssh.private_key_path = [
    'ssh/id_ed25519',
    File.join(ENV.fetch("VAGRANT_HOME", File.join(Dir.home, ".vagrant.d")), "insecure_private_key"),
  ]

  config.vm.define 'control' do |machine|
    machine.vm.hostname = 'control'
    # hybridlab writes the hosts file itself, with all of the lab's machines in it.
    machine.vm.allow_hosts_modification = false
    machine.vm.box = 'hybridlab/linux'
    machine.vm.network "private_network", ip: '192.168.56.10', netmask: '255.255.255.0'
    machine.vm.provider "parallels" do |parallels|
      parallels.name = 'hl-first-cluster-0a1b2c-control'
      parallels.cpus = 2
      parallels.memory = 2048
      parallels.linked_clone = true
      parallels.update_guest_tools = false
      parallels.check_guest_tools = false
    end
  end

  config.vm.define 'node' do |machine|
    machine.vm.hostname = 'node'
    # hybridlab writes the hosts file itself, with all of the lab's machines in it.
    machine.vm.allow_hosts_modification = false
    machine.vm.box = 'hybridlab/linux'
    machine.vm.network "private_network", ip: '192.168.56.11', netmask: '255.255.255.0'
    machine.vm.provider "parallels" do |parallels|
      parallels.name = 'hl-first-cluster-0a1b2c-node'
      parallels.cpus = 2
      parallels.memory = 2048
      parallels.linked_clone = true
      parallels.update_guest_tools = false
      parallels.check_guest_tools = false
    end
  end
end
